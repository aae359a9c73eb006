"""A camera process that fails as it is told."""

ANSWER = '{"cards": [], "sure": false, "starter": null, "picture": ""}'


CAMERA = f"""
while read -r line; do
    case $(cat "$2") in
        well) echo '{ANSWER}' ;;
        dies) exit 3 ;;
        hangs) exec sleep 600 ;;
        fails) echo '{{"error": "no picture: the cable is loose"}}' ;;
        babbles) echo 'I see a five' ;;
    esac
done
"""
