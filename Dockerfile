# The README's two commands in an empty Debian; `make test-clean` follows these steps without Docker.
#
#   docker build -t pegboard .
#   docker run --rm -it --network host pegboard     a simulated board; prints its address
#   docker run --rm pegboard make test              the tests
FROM debian:trixie
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git make python3
COPY . /root/pegboard
WORKDIR /root/pegboard
RUN make setup
CMD ["make", "run"]
